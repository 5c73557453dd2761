ALTER TABLE "decisions" ADD COLUMN "redacted" text;--> statement-breakpoint
ALTER TABLE "decision_texts" ADD COLUMN "redacted" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "redacted" text;