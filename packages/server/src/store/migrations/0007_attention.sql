CREATE TABLE "spending" (
	"space_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"messages" integer NOT NULL,
	CONSTRAINT "spending_space_id_participant_id_pk" PRIMARY KEY("space_id","participant_id")
);
--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "speaker" text DEFAULT 'guest' NOT NULL;--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "agent_budget" integer;