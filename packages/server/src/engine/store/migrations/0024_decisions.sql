CREATE TABLE "decisions" (
	"space_id" uuid NOT NULL,
	"decision_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"title" text NOT NULL,
	"options" text NOT NULL,
	"voters" text NOT NULL,
	"answers" text NOT NULL,
	"rule" text NOT NULL,
	"is_secret" boolean NOT NULL,
	"opened_by" uuid NOT NULL,
	"opened_by_name" text NOT NULL,
	"created_ms" bigint NOT NULL,
	"expires_ms" bigint,
	"fallback" text,
	"artifact_id" uuid,
	"artifact_name" text,
	"version" integer,
	"sha256" text,
	"author_id" uuid,
	"message_id" uuid,
	"delivery_ids" text NOT NULL,
	"end_state" text,
	"outcome" text,
	"ended_ms" bigint,
	"ended_by" uuid,
	"statement" text,
	CONSTRAINT "decisions_space_id_decision_id_pk" PRIMARY KEY("space_id","decision_id")
);
--> statement-breakpoint
CREATE TABLE "decision_texts" (
	"space_id" uuid NOT NULL,
	"decision_id" uuid NOT NULL,
	"voter_id" text NOT NULL,
	"text" text NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "decision_texts_space_id_decision_id_voter_id_pk" PRIMARY KEY("space_id","decision_id","voter_id")
);
--> statement-breakpoint
CREATE INDEX "decisions_in_order" ON "decisions" USING btree ("space_id","sequence");--> statement-breakpoint
CREATE INDEX "decisions_open" ON "decisions" USING btree ("space_id","sequence") WHERE ended_ms is null;--> statement-breakpoint
CREATE INDEX "decisions_due" ON "decisions" USING btree ("expires_ms") WHERE ended_ms is null and expires_ms is not null;--> statement-breakpoint
CREATE INDEX "decisions_pinned" ON "decisions" USING btree ("space_id","artifact_id","version") WHERE artifact_id is not null;