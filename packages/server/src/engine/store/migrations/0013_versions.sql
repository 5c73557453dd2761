ALTER TABLE "artifacts" ADD COLUMN "content_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "sha256" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "old_versions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "old_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "artifacts" a SET "content_bytes" = octet_length(c."content"), "sha256" = encode(sha256(convert_to(c."content", 'UTF8')), 'hex') FROM "artifact_contents" c WHERE c."space_id" = a."space_id" AND c."artifact_id" = a."artifact_id";--> statement-breakpoint
DELETE FROM "artifact_contents" c WHERE NOT EXISTS (SELECT FROM "artifacts" a WHERE a."space_id" = c."space_id" AND a."artifact_id" = c."artifact_id");--> statement-breakpoint
ALTER TABLE "artifact_contents" RENAME TO "artifact_versions";--> statement-breakpoint
ALTER TABLE "artifact_versions" DROP CONSTRAINT "artifact_contents_space_id_artifact_id_pk";--> statement-breakpoint
ALTER TABLE "artifact_versions" ADD CONSTRAINT "artifact_versions_space_id_artifact_id_version_pk" PRIMARY KEY ("space_id", "artifact_id", "version");--> statement-breakpoint
ALTER TABLE "artifact_versions" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "artifact_versions" ADD COLUMN "author_id" uuid;--> statement-breakpoint
ALTER TABLE "artifact_versions" ADD COLUMN "author_name" text;--> statement-breakpoint
ALTER TABLE "artifact_versions" ADD COLUMN "at_ms" bigint;--> statement-breakpoint
ALTER TABLE "artifact_versions" ADD COLUMN "bytes" integer;--> statement-breakpoint
ALTER TABLE "artifact_versions" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "artifact_versions" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "artifact_versions" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "artifact_versions" ADD COLUMN "restored_from" integer;--> statement-breakpoint
UPDATE "artifact_versions" v SET "author_id" = a."updated_by", "author_name" = coalesce((SELECT p."name" FROM "participants" p WHERE p."space_id" = a."space_id" AND p."participant_id" = a."updated_by"), ''), "at_ms" = a."updated_ms", "bytes" = a."content_bytes", "sha256" = a."sha256", "via" = CASE a."version" WHEN 1 THEN 'create' ELSE 'write' END FROM "artifacts" a WHERE a."space_id" = v."space_id" AND a."artifact_id" = v."artifact_id";--> statement-breakpoint
ALTER TABLE "artifact_versions" ALTER COLUMN "author_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "artifact_versions" ALTER COLUMN "author_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "artifact_versions" ALTER COLUMN "at_ms" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "artifact_versions" ALTER COLUMN "bytes" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "artifact_versions" ALTER COLUMN "sha256" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "artifact_versions" ALTER COLUMN "via" SET NOT NULL;
