CREATE TABLE "presence" (
	"space_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"seen_ms" bigint NOT NULL,
	CONSTRAINT "presence_space_id_participant_id_pk" PRIMARY KEY("space_id","participant_id")
);
