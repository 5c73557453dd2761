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
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-Private-Key", key)
		return nil
	}
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
	fmt.Println(page.JSON200.Messages[0].Content, page.JSON200.Messages[0].Sequence > 0)
}
`;

test.skipIf(!isReady)(`oapi-codegen makes a client that compiles, and that holds a meeting${unless}`, () => {
  workshop.write('meeting.go', meeting);
  const words = ['-generate', 'types,client', '-package', 'main', '-o', 'parley.go', workshop.document];
  workshop.run(join(env.GOPATH, 'bin/oapi-codegen'), words);
  workshop.run('go', ['mod', 'init', 'meeting'], env);
  workshop.run('go', ['get', runtime], env);
  workshop.run('go', ['vet', '.'], env);
  expect(workshop.run('go', ['run', '.', workshop.url], env)).toBe('400 200 approve 409 Hello true\n');
});
