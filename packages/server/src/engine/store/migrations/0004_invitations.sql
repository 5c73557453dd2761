ALTER TABLE "invitations" ADD COLUMN "created_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "expires_ms" bigint;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "max_uses" integer;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "uses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "revoked_ms" bigint;--> statement-breakpoint
UPDATE "invitations" i SET "created_ms" = s."created_ms" FROM "spaces" s WHERE s."space_id" = i."space_id";--> statement-breakpoint
UPDATE "invitations" i SET "uses" = p."uses" FROM (SELECT "space_id", "invitation_id", count(*)::integer AS "uses" FROM "participants" GROUP BY 1, 2) p WHERE p."space_id" = i."space_id" AND p."invitation_id" = i."invitation_id";