CREATE TABLE "deliveries" (
	"space_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"sender_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"expects" text NOT NULL,
	"state" text NOT NULL,
	"outcome" text,
	"note" text,
	"attempt" integer NOT NULL,
	"lease_id" uuid,
	"lease_expires_ms" bigint,
	"created_ms" bigint NOT NULL,
	"ended_ms" bigint,
	"version" integer NOT NULL,
	CONSTRAINT "deliveries_space_id_delivery_id_pk" PRIMARY KEY("space_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"space_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"seen_ms" bigint NOT NULL,
	CONSTRAINT "presence_space_id_participant_id_pk" PRIMARY KEY("space_id","participant_id")
);
--> statement-breakpoint
CREATE TABLE "signals" (
	"space_id" uuid NOT NULL,
	"signal_id" uuid NOT NULL,
	"address_id" uuid NOT NULL,
	"host" text NOT NULL,
	"is_trial" boolean NOT NULL,
	"body" text NOT NULL,
	"sequence" bigint,
	"tries" integer NOT NULL,
	"created_ms" bigint NOT NULL,
	"due_ms" bigint NOT NULL,
	CONSTRAINT "signals_space_id_signal_id_pk" PRIMARY KEY("space_id","signal_id")
);
--> statement-breakpoint
CREATE TABLE "spending" (
	"space_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"messages" integer NOT NULL,
	CONSTRAINT "spending_space_id_participant_id_pk" PRIMARY KEY("space_id","participant_id")
);
--> statement-breakpoint
CREATE TABLE "wakes" (
	"space_id" uuid NOT NULL,
	"wake_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"url" text NOT NULL,
	"created_ms" bigint NOT NULL,
	"verified_ms" bigint,
	"disabled_ms" bigint,
	"answered_ms" bigint,
	"failing_since_ms" bigint,
	"last_error" text,
	CONSTRAINT "wakes_space_id_wake_id_pk" PRIMARY KEY("space_id","wake_id")
);
--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "speaker" text DEFAULT 'guest' NOT NULL;--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "agent_budget" integer;--> statement-breakpoint
CREATE INDEX "deliveries_received" ON "deliveries" USING btree ("space_id","participant_id","sequence");--> statement-breakpoint
CREATE INDEX "deliveries_received_open" ON "deliveries" USING btree ("space_id","participant_id","sequence") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "deliveries_sent" ON "deliveries" USING btree ("space_id","sender_id","sequence");--> statement-breakpoint
CREATE INDEX "deliveries_sent_open" ON "deliveries" USING btree ("space_id","sender_id","sequence") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "deliveries_lease_due" ON "deliveries" USING btree ("lease_expires_ms") WHERE state = 'claimed';--> statement-breakpoint
CREATE INDEX "signals_due" ON "signals" USING btree ("due_ms");--> statement-breakpoint
CREATE INDEX "signals_address" ON "signals" USING btree ("space_id","address_id","created_ms");--> statement-breakpoint
CREATE INDEX "events_message_ids" ON "events" USING btree ("space_id",substr("body", 8, 8)) WHERE event = 'message';