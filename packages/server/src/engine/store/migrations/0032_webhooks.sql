CREATE TABLE "webhooks" (
	"space_id" uuid NOT NULL,
	"webhook_id" text NOT NULL,
	"participant_id" uuid NOT NULL,
	"token_hash" text,
	"key_hash" text NOT NULL,
	"name" text NOT NULL,
	"about" text,
	"url" text NOT NULL,
	"secrets" text NOT NULL,
	"cursor" bigint NOT NULL,
	"tries" integer NOT NULL,
	"created_ms" bigint NOT NULL,
	"expires_ms" bigint NOT NULL,
	"due_ms" bigint NOT NULL,
	"delivered_ms" bigint,
	"failing_since_ms" bigint,
	"last_error" text,
	"is_quick" boolean NOT NULL,
	CONSTRAINT "webhooks_space_id_webhook_id_pk" PRIMARY KEY("space_id","webhook_id")
);
--> statement-breakpoint
CREATE INDEX "webhooks_due" ON "webhooks" USING btree ("due_ms");