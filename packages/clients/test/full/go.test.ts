import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workshop } from '../workshop.ts';

const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const runtime = 'github.com/oapi-codegen/runtime@v1.8.0';
const workshop = new Workshop();
/** Kept, because compiling the generator takes longer than all else; Go recognizes what changed by its content. */
const kept = fileURLToPath(new URL('../../node_modules/.cache/go', import.meta.url));
const env = { GOPATH: kept, GOCACHE: join(kept, 'build'), GOFLAGS: '-modcacherw' };
const isReady = workshop.can('go', ['version']) && workshop.can('go', ['install', generator], env);
const unless = isReady ? '' : ' (SKIPPED: there is no Go, or its modules cannot be reached)';
// No hook runs if every test is skipped.
if (!isReady) await workshop.close();

beforeAll(() => workshop.open());
afterAll(() => workshop.close());

const meeting = `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
)

func main() {
	ctx := context.Background()
	client, err := NewClientWithResponses(os.Args[1])
	if err != nil {
		panic(err)
	}
	token := "usr_of_nobody"
	made, err := client.CreateSpaceWithResponse(ctx, &CreateSpaceParams{XUserToken: &token}, CreateSpaceRequest{Name: "Launch"})
	if err != nil {
		panic(err)
	}
	space, key := made.JSON200.SpaceId, made.JSON200.OwnerPrivateKey
	holding := func(key string) RequestEditorFn {
		return func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-Private-Key", key)
			return nil
		}
	}
	withKey := holding(key)
	if _, err = client.SendMessageWithResponse(ctx, space, nil, SendMessageRequest{Content: "Hello"}, withKey); err != nil {
		panic(err)
	}
	page, err := client.ListMessagesWithResponse(ctx, space, nil, withKey)
	if err != nil {
		panic(err)
	}
	asked, err := client.CreateDecisionWithResponse(ctx, space, nil, CreateDecisionRequest{Title: "Send it?"}, withKey)
	if err != nil {
		panic(err)
	}
	for _, option := range []string{"perhaps", "approve", "reject"} {
		answered, err := client.AnswerDecisionWithResponse(ctx, space, asked.JSON200.DecisionId, nil, AnswerDecisionRequest{Option: option}, withKey)
		if err != nil {
			panic(err)
		}
		if answered.JSON200 != nil {
			fmt.Print(answered.StatusCode(), " ", *answered.JSON200.Outcome, " ")
		} else {
			fmt.Print(answered.StatusCode(), " ")
		}
	}
	hello := page.JSON200.Messages[0]
	fmt.Println(hello.Content, hello.Sequence > 0)

	// Pausing, searching, erasing and choosing whose messages are accepted: each is done, and refused.
	invited := must(client.CreateInvitationWithResponse(ctx, space, nil, CreateInvitationRequest{}, withKey))
	invitation := holding(invited.JSON200.PublicInvitationKey)
	joined := must(client.JoinSpaceWithResponse(ctx, space, nil, JoinSpaceRequest{Name: "Grace"}, invitation))
	guest := holding(joined.JSON200.ParticipantPrivateKey)
	question := SendMessageRequest{Content: "Ready?", To: &InboundAccept1{made.JSON200.OwnerId}}
	paused := must(client.PauseSpaceWithResponse(ctx, space, nil, PauseSpaceRequest{}, withKey))
	stopped := must(client.SendMessageWithResponse(ctx, space, nil, question, guest))
	own := must(client.ResumeSpaceWithResponse(ctx, space, nil, guest))
	resumed := must(client.ResumeSpaceWithResponse(ctx, space, nil, withKey))
	fmt.Println("pause", paused.StatusCode(), stopped.StatusCode(), own.StatusCode(), resumed.StatusCode())
	nowhere := "x"
	found := must(client.SearchSpaceWithResponse(ctx, space, &SearchSpaceParams{Q: "hello"}, guest))
	lost := must(client.SearchSpaceWithResponse(ctx, space, &SearchSpaceParams{Q: "hello", Cursor: &nowhere}, guest))
	results := found.JSON200.Results
	fmt.Println("search", results[len(results)-1].Excerpt, lost.StatusCode())
	others := must(client.RedactMessageWithResponse(ctx, space, hello.Id, nil, RedactMessageRequest{}, guest))
	redacted := must(client.RedactMessageWithResponse(ctx, space, hello.Id, nil, RedactMessageRequest{}, withKey))
	fmt.Println("redact", others.StatusCode(), redacted.JSON200.Content == "", redacted.JSON200.Redacted != nil)
	choose := func(others InboundOthers) {
		wish := PutInboundRequest{Others: &others}
		if err := wish.Accept.FromInboundAccept1(InboundAccept1{}); err != nil {
			panic(err)
		}
		must(client.PutInboundWithResponse(ctx, space, nil, wish, withKey))
	}
	choose(InboundOthersHold)
	held := (*must(client.SendMessageWithResponse(ctx, space, nil, question, guest)).JSON200.Deliveries)[0]
	foreign := must(client.AcceptDeliveryWithResponse(ctx, space, held.DeliveryId, nil, guest))
	accepted := must(client.AcceptDeliveryWithResponse(ctx, space, held.DeliveryId, nil, withKey))
	choose(InboundOthersRefuse)
	refused := (*must(client.SendMessageWithResponse(ctx, space, nil, question, guest)).JSON200.Deliveries)[0]
	fmt.Println("inbound", held.State, foreign.StatusCode(), accepted.JSON200.State, *refused.Outcome)
}

func must[Result any](result Result, err error) Result {
	if err != nil {
		panic(err)
	}
	return result
}
`;

test.skipIf(!isReady)(`oapi-codegen makes a client that compiles, and that holds a meeting${unless}`, () => {
  workshop.write('meeting.go', meeting);
  const words = ['-generate', 'types,client', '-package', 'main', '-o', 'parley.go', workshop.document];
  workshop.run(join(env.GOPATH, 'bin/oapi-codegen'), words);
  workshop.run('go', ['mod', 'init', 'meeting'], env);
  workshop.run('go', ['get', runtime], env);
  workshop.run('go', ['vet', '.'], env);
  expect(workshop.run('go', ['run', '.', workshop.url], env)).toBe(
    [
      '400 200 approve 409 Hello true',
      'pause 200 409 401 200',
      'search Hello 400',
      'redact 403 true true',
      'inbound held 404 queued refused\n',
    ].join('\n'),
  );
});
