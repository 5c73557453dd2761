CREATE TABLE "proposals" (
	"space_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"artifact_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"author_name" text NOT NULL,
	"base_version" integer NOT NULL,
	"via" text NOT NULL,
	"note" text,
	"revision" integer NOT NULL,
	"created_ms" bigint NOT NULL,
	"message_id" uuid,
	"delivery_ids" text NOT NULL,
	"end_state" text,
	"ended_ms" bigint,
	"ended_by" uuid,
	"end_note" text,
	"end_version" integer,
	CONSTRAINT "proposals_space_id_proposal_id_pk" PRIMARY KEY("space_id","proposal_id")
);
--> statement-breakpoint
CREATE TABLE "proposed_changes" (
	"space_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"change" text NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "proposed_changes_space_id_proposal_id_revision_pk" PRIMARY KEY("space_id","proposal_id","revision")
);
--> statement-breakpoint
ALTER TABLE "artifact_versions" ADD COLUMN "proposal_id" uuid;--> statement-breakpoint
ALTER TABLE "artifact_versions" ADD COLUMN "accepted_by" uuid;--> statement-breakpoint
CREATE INDEX "proposals_of_artifact" ON "proposals" USING btree ("space_id","artifact_id","sequence");--> statement-breakpoint
CREATE INDEX "proposals_open" ON "proposals" USING btree ("space_id","artifact_id","sequence") WHERE ended_ms is null;