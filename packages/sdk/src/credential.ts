/** What proves who calls: `key` a space key, `user` the client's user token or session, `link` a user token if there is one. */
export type Credential = 'key' | 'session' | 'user' | 'link' | 'keyAndLink' | 'none';
