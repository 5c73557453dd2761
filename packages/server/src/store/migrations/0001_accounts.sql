CREATE TABLE "memberships" (
	"user_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"created_ms" bigint NOT NULL,
	CONSTRAINT "memberships_user_id_space_id_participant_id_pk" PRIMARY KEY("user_id","space_id","participant_id")
);
--> statement-breakpoint
CREATE TABLE "user_tokens" (
	"user_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_ms" bigint NOT NULL,
	"last_used_ms" bigint,
	"revoked_ms" bigint,
	CONSTRAINT "user_tokens_user_id_token_id_pk" PRIMARY KEY("user_id","token_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"created_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "memberships_space" ON "memberships" USING btree ("space_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_tokens_hash" ON "user_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_subject" ON "users" USING btree ("issuer","subject");