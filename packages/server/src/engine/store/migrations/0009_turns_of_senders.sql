ALTER TABLE "deliveries" ADD COLUMN "claimed_ms" bigint;--> statement-breakpoint
CREATE INDEX "deliveries_between_open" ON "deliveries" USING btree ("space_id","participant_id","sender_id","sequence") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "deliveries_claimed" ON "deliveries" USING btree ("space_id","participant_id","sender_id","claimed_ms") WHERE claimed_ms is not null;