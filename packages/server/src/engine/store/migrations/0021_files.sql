CREATE TABLE "file_chunks" (
	"space_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "file_chunks_space_id_file_id_place_pk" PRIMARY KEY("space_id","file_id","place")
);
--> statement-breakpoint
CREATE TABLE "file_links" (
	"space_id" uuid NOT NULL,
	"link_hash" text NOT NULL,
	"file_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"expires_ms" bigint NOT NULL,
	CONSTRAINT "file_links_space_id_link_hash_pk" PRIMARY KEY("space_id","link_hash")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"space_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"type" text NOT NULL,
	"claimed_type" text,
	"author_id" uuid NOT NULL,
	"created_ms" bigint NOT NULL,
	"expires_ms" bigint,
	"removed_ms" bigint,
	CONSTRAINT "files_space_id_file_id_pk" PRIMARY KEY("space_id","file_id")
);
--> statement-breakpoint
CREATE INDEX "file_links_due" ON "file_links" USING btree ("expires_ms");--> statement-breakpoint
CREATE INDEX "files_due" ON "files" USING btree ("expires_ms") WHERE expires_ms is not null;--> statement-breakpoint
CREATE INDEX "files_removed" ON "files" USING btree ("removed_ms") WHERE removed_ms is not null;--> statement-breakpoint
ALTER TABLE "file_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;