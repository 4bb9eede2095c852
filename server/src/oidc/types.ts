export interface Endpoints {
  authorize: string
  token: string
  userinfo: string
}

/** What the provider sent somebody back with, and what was kept of how it began. */
export interface Answered {
  code: string
  state: string
  iss: string
  verifier: string
  nonce: string
}
