CREATE TABLE "comments" (
	"space_id" uuid NOT NULL,
	"comment_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"artifact_id" uuid NOT NULL,
	"reply_to" uuid,
	"version" integer NOT NULL,
	"author_id" uuid NOT NULL,
	"author_name" text NOT NULL,
	"created_ms" bigint NOT NULL,
	"message_id" uuid,
	"delivery_ids" text NOT NULL,
	"resolved_ms" bigint,
	"resolved_by" uuid,
	CONSTRAINT "comments_space_id_comment_id_pk" PRIMARY KEY("space_id","comment_id")
);
--> statement-breakpoint
CREATE TABLE "comment_texts" (
	"space_id" uuid NOT NULL,
	"comment_id" uuid NOT NULL,
	"quote" text NOT NULL,
	"start" integer NOT NULL,
	"text_before" text NOT NULL,
	"text_after" text NOT NULL,
	"text" text NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "comment_texts_space_id_comment_id_pk" PRIMARY KEY("space_id","comment_id")
);
--> statement-breakpoint
CREATE INDEX "comments_in_order" ON "comments" USING btree ("space_id","sequence");--> statement-breakpoint
CREATE INDEX "comments_of_artifact" ON "comments" USING btree ("space_id","artifact_id","sequence");--> statement-breakpoint
CREATE INDEX "comments_open" ON "comments" USING btree ("space_id","artifact_id","sequence") WHERE resolved_ms is null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("space_id","reply_to","sequence") WHERE reply_to is not null;