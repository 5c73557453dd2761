CREATE TABLE "task_texts" (
	"space_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"text" text NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "task_texts_space_id_task_id_pk" PRIMARY KEY("space_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"space_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"title" text NOT NULL,
	"artifact_id" uuid,
	"for_ids" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_ms" bigint NOT NULL,
	"attempt" integer NOT NULL,
	"revision" integer NOT NULL,
	"worker_id" uuid,
	"worker_name" text,
	"claimed_ms" bigint,
	"lease_id" uuid,
	"lease_expires_ms" bigint,
	"evidence" text,
	"submitted_ms" bigint,
	"returned_by" uuid,
	"returned_ms" bigint,
	"return_note" text,
	"message_id" uuid,
	"delivery_ids" text NOT NULL,
	"end_state" text,
	"ended_ms" bigint,
	"ended_by" uuid,
	CONSTRAINT "tasks_space_id_task_id_pk" PRIMARY KEY("space_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "tasks_per_participant" integer;--> statement-breakpoint
CREATE INDEX "tasks_in_order" ON "tasks" USING btree ("space_id","sequence");--> statement-breakpoint
CREATE INDEX "tasks_created" ON "tasks" USING btree ("space_id","created_by","sequence");--> statement-breakpoint
CREATE INDEX "tasks_worked" ON "tasks" USING btree ("space_id","worker_id","sequence");--> statement-breakpoint
CREATE INDEX "tasks_open" ON "tasks" USING btree ("space_id","sequence") WHERE ended_ms is null;--> statement-breakpoint
CREATE INDEX "tasks_lease_due" ON "tasks" USING btree ("lease_expires_ms") WHERE lease_expires_ms is not null;