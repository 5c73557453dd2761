CREATE TABLE "deployment" (
	"id" integer PRIMARY KEY NOT NULL,
	"secret_fingerprint" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "memberships_newest" ON "memberships" USING btree ("user_id","created_ms");--> statement-breakpoint
CREATE INDEX "user_tokens_newest" ON "user_tokens" USING btree ("user_id","created_ms");--> statement-breakpoint
CREATE INDEX "user_tokens_working" ON "user_tokens" USING btree ("user_id") WHERE revoked_ms is null;--> statement-breakpoint
-- All events are read before the heads are locked, so that reading goes on meanwhile.
CREATE TEMP TABLE "counted" AS SELECT "space_id", sum("bytes") AS "bytes" FROM (
	SELECT "space_id", sum(octet_length("body")) AS "bytes" FROM "events" GROUP BY "space_id"
	UNION ALL SELECT "space_id", sum("bytes") FROM "artifacts" GROUP BY "space_id"
	UNION ALL SELECT "space_id", sum(octet_length("sealed")) FROM "idempotency_records" GROUP BY "space_id"
) AS each GROUP BY "space_id";--> statement-breakpoint
ALTER TABLE "space_heads" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "space_heads" h SET "bytes" = c."bytes" FROM "counted" c WHERE c."space_id" = h."space_id";--> statement-breakpoint
DROP TABLE "counted";--> statement-breakpoint
UPDATE "artifacts" a SET "locked_by" = NULL, "locked_ms" = NULL, "lock_expires_ms" = NULL FROM "spaces" s
	WHERE s."space_id" = a."space_id" AND s."ended_ms" IS NOT NULL AND a."lock_expires_ms" IS NOT NULL;
