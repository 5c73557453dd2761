ALTER TABLE "artifacts" ADD COLUMN "deleted_ms" bigint;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "deleted_by" uuid;--> statement-breakpoint
CREATE INDEX "artifacts_deleted" ON "artifacts" USING btree ("space_id","deleted_ms") WHERE deleted_ms is not null;