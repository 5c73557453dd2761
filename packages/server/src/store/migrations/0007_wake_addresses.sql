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
CREATE INDEX "signals_due" ON "signals" USING btree ("due_ms");--> statement-breakpoint
CREATE INDEX "signals_address" ON "signals" USING btree ("space_id","address_id","created_ms");