/** Which credentials a call sends: `key` a space key, `session` a session, `user` a session or otherwise a user token, `link` a user token if there is one. */
export type Access = 'key' | 'session' | 'user' | 'link' | 'keyAndLink' | 'none';
