-- Views become facts, which no process of an earlier release can write any more: the column it would fill is gone.
-- Heads before events, as every writer takes them.
LOCK TABLE "space_heads" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "events" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TEMP TABLE "facts" AS SELECT "space_id", "sequence", octet_length("body") AS "bytes_before", (CASE "event"
	WHEN 'participant-status' THEN (b -> 'participant') - 'avatarUrl'
		|| jsonb_strip_nulls(jsonb_build_object('status', b -> 'status', 'previousStatus', b -> 'previousStatus', 'actorId', b -> 'actorId',
			'revealed', "audience" <> 'owner', 'isFirstUse', CASE "audience" WHEN 'guests' THEN true END))
	WHEN 'artifact' THEN jsonb_strip_nulls(jsonb_build_object('action', b -> 'action', 'artifactId', b #> '{artifact,id}',
		'name', b #> '{artifact,name}', 'version', b #> '{artifact,version}',
		'updatedAt', round(extract(epoch FROM (b #>> '{artifact,updatedAt}')::timestamptz) * 1000)::bigint,
		'lock', CASE WHEN b -> 'artifact' ? 'lockedBy' THEN jsonb_build_object('lockedBy', b #> '{artifact,lockedBy}',
			'expiresAt', round(extract(epoch FROM (b #>> '{artifact,lockExpiresAt}')::timestamptz) * 1000)::bigint) END,
		'actorId', b -> 'actorId'))
	WHEN 'space-closed' THEN jsonb_build_object('reason', b -> 'reason',
		'at', round(extract(epoch FROM (b ->> 'closedAt')::timestamptz) * 1000)::bigint)
	END)::text AS "body"
	FROM "events", LATERAL (SELECT "body"::jsonb AS b) AS parsed WHERE "event" <> 'message';--> statement-breakpoint
UPDATE "events" e SET "body" = f."body" FROM "facts" f WHERE f."space_id" = e."space_id" AND f."sequence" = e."sequence";--> statement-breakpoint
UPDATE "space_heads" h SET "bytes" = greatest(h."bytes" + f."bytes", 0) FROM (
	SELECT "space_id", sum(octet_length("body") - "bytes_before") AS "bytes" FROM "facts" GROUP BY "space_id"
) AS f WHERE f."space_id" = h."space_id";--> statement-breakpoint
DROP TABLE "facts";--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "audience";--> statement-breakpoint
-- As old as its space: what a process of before invitations had terms made.
UPDATE "invitations" i SET "created_ms" = s."created_ms" FROM "spaces" s WHERE s."space_id" = i."space_id" AND i."created_ms" = 0;--> statement-breakpoint
ALTER TABLE "invitations" ALTER COLUMN "created_ms" DROP DEFAULT;
