export interface Endpoints {
  authorize: string
  token: string
  userinfo: string
}

/** The parameters of the callback, and what the server kept when the login began. */
export interface Callback {
  code: string
  state: string
  iss: string
  verifier: string
  nonce: string
}
