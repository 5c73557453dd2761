DROP INDEX "signals_due";--> statement-breakpoint
ALTER TABLE "signals" ADD COLUMN "is_quick" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wakes" ADD COLUMN "rests_until_ms" bigint;--> statement-breakpoint
ALTER TABLE "wakes" ADD COLUMN "is_quick" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "signals_due" ON "signals" USING btree ("is_trial","is_quick","due_ms");--> statement-breakpoint
ALTER TABLE "signals" DROP COLUMN "host";