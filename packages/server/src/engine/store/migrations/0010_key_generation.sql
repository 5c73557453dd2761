ALTER TABLE "participants" ADD COLUMN "key_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "former_key_hashes" text DEFAULT '' NOT NULL;