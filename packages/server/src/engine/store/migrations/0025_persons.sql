ALTER TABLE "users" ADD COLUMN "is_administrator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_ms" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "removal" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_ending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "ended_for_ms" bigint;--> statement-breakpoint
CREATE INDEX "users_disabled" ON "users" USING btree ("disabled_ms") WHERE disabled_ms is not null;--> statement-breakpoint
INSERT INTO "users" ("user_id", "issuer", "subject", "name", "email", "created_ms", "is_administrator")
SELECT gen_random_uuid(), 'embedded', a."id", a."name", a."email", (extract(epoch FROM a."created_at") * 1000)::bigint, true FROM "auth_users" a
WHERE a."id" = (SELECT u."id" FROM "auth_users" u JOIN "auth_accounts" p ON p."user_id" = u."id" AND p."provider_id" = 'credential' ORDER BY u."created_at" LIMIT 1)
ON CONFLICT ("issuer", "subject") DO UPDATE SET "is_administrator" = true;
