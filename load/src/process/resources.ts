interface Stoppable {
  stop(): Promise<unknown>;
}

/** What has to be stopped later: the newest first. */
export class Resources {
  readonly #all: Stoppable[] = [];

  async add<Resource extends Stoppable>(starting: Resource | Promise<Resource>): Promise<Resource> {
    const resource = await starting;
    this.#all.push(resource);
    return resource;
  }

  async stop(): Promise<void> {
    for (const resource of this.#all.splice(0).toReversed()) await resource.stop();
  }
}
