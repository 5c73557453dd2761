CREATE TABLE "artifact_contents" (
	"space_id" uuid NOT NULL,
	"artifact_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "artifact_contents_space_id_artifact_id_pk" PRIMARY KEY("space_id","artifact_id")
);
--> statement-breakpoint
CREATE TABLE "artifacts" (
	"space_id" uuid NOT NULL,
	"artifact_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"created_by" uuid NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_ms" bigint NOT NULL,
	"updated_ms" bigint NOT NULL,
	"locked_by" uuid,
	"locked_ms" bigint,
	"lock_expires_ms" bigint,
	CONSTRAINT "artifacts_space_id_artifact_id_pk" PRIMARY KEY("space_id","artifact_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"space_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"at_ms" bigint NOT NULL,
	"event" text NOT NULL,
	"audience" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "events_space_id_sequence_pk" PRIMARY KEY("space_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "idempotency_records" (
	"space_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"digest" text NOT NULL,
	"status" integer NOT NULL,
	"sealed" text NOT NULL,
	"expires_ms" bigint NOT NULL,
	CONSTRAINT "idempotency_records_space_id_scope_pk" PRIMARY KEY("space_id","scope")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"space_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"invitation_id" uuid NOT NULL,
	CONSTRAINT "invitations_space_id_key_hash_pk" PRIMARY KEY("space_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"space_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"is_owner" boolean NOT NULL,
	"is_human" boolean NOT NULL,
	"status" text NOT NULL,
	"key_hash" text NOT NULL,
	"invitation_id" uuid,
	"revealed" boolean NOT NULL,
	"ended_ms" bigint,
	CONSTRAINT "participants_space_id_participant_id_pk" PRIMARY KEY("space_id","participant_id")
);
--> statement-breakpoint
CREATE TABLE "space_heads" (
	"space_id" uuid PRIMARY KEY NOT NULL,
	"rev" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	"last_ms" bigint NOT NULL,
	"closed" boolean NOT NULL,
	"expires_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spaces" (
	"space_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"agenda" text,
	"privacy" text NOT NULL,
	"created_ms" bigint NOT NULL,
	"expires_ms" bigint NOT NULL,
	"ended_ms" bigint,
	"end_reason" text
);
--> statement-breakpoint
CREATE INDEX "artifacts_lock_due" ON "artifacts" USING btree ("lock_expires_ms") WHERE lock_expires_ms is not null;--> statement-breakpoint
CREATE INDEX "events_messages" ON "events" USING btree ("space_id","at_ms") WHERE event = 'message';--> statement-breakpoint
CREATE INDEX "idempotency_records_due" ON "idempotency_records" USING btree ("expires_ms");--> statement-breakpoint
CREATE INDEX "participants_live" ON "participants" USING btree ("space_id") WHERE ended_ms is null;--> statement-breakpoint
CREATE INDEX "participants_gone" ON "participants" USING btree ("space_id","ended_ms","position") WHERE ended_ms is not null;--> statement-breakpoint
CREATE INDEX "space_heads_due" ON "space_heads" USING btree ("expires_ms") WHERE not closed;--> statement-breakpoint
CREATE INDEX "spaces_ended" ON "spaces" USING btree ("ended_ms") WHERE ended_ms is not null;--> statement-breakpoint
ALTER TABLE "space_heads" SET (fillfactor = 25);
