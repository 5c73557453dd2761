CREATE TABLE "moves" (
	"moved_space_id" uuid PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"to_server" uuid NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "server_id" uuid DEFAULT gen_random_uuid() NOT NULL;