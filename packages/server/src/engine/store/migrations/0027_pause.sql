ALTER TABLE "spaces" ADD COLUMN "paused_ms" bigint;--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "paused_by" uuid;--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "pause_reason" text;--> statement-breakpoint
CREATE INDEX "spaces_paused" ON "spaces" USING btree ("space_id") WHERE paused_ms is not null;