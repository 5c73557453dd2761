/** Which credentials a call carries: `key` a space key, `user` the client's user token or session, `link` a user token if there is one. */
export type Access = 'key' | 'session' | 'user' | 'link' | 'keyAndLink' | 'none';
