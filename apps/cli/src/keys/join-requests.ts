import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrivate, writePrivate } from './private-files.ts';

/** A request to join that the owner has not decided yet. */
export interface JoinRequest {
  spaceId: string;
  baseUrl: string;
  name: string;
  /** SHA-256 of the invitation key. */
  invitation: string;
  participantId: string;
}

/** The join requests of a profile, one for each space. After an interruption, `join` continues the request and does not ask twice. */
export class JoinRequests {
  readonly #folder: string;

  constructor(profileFolder: string) {
    this.#folder = join(profileFolder, 'joining');
  }

  /** The participant that an identical, earlier request created. */
  async participantId({ spaceId, baseUrl, name, invitation }: Omit<JoinRequest, 'participantId'>): Promise<string | undefined> {
    const request = await readPrivate<JoinRequest>(this.#file(spaceId));
    const isSame = request?.baseUrl === baseUrl && request.name === name && request.invitation === invitation;
    return isSame ? request.participantId : undefined;
  }

  async keep(request: JoinRequest): Promise<void> {
    await writePrivate(this.#file(request.spaceId), JSON.stringify(request));
  }

  async forget(spaceId: string): Promise<void> {
    await rm(this.#file(spaceId), { force: true });
  }

  #file(spaceId: string): string {
    return join(this.#folder, `${spaceId}.json`);
  }
}
