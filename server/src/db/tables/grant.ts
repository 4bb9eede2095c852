import type { Id } from './id.ts'

/* What people gave to programs, tokens and connections. */

/** What a person gave a program, a token or a connection: it acts with the rights of the person, limited by level and items (W18 to W21). */
export interface AccessGrant {
  grant_id: Id
  uid: number
  /** showdoc: a token that was moved here from ShowDoc. oauth: a program that the person connected. */
  kind: 'personal' | 'showdoc' | 'oauth'
  name: string
  /** The client of a connection. */
  client_id: string | null
  level: number
  /** 1: keeps the rights of an administrator. */
  is_admin: number
  /** 1: limited to the items of access_grant_item. */
  is_limited: number
  until: number
  addtime: number
  last_used_time: number
  last_used_address: string
  last_used_agent: string
  /** 0 while it has not ended. */
  ended_time: number
  /** The user who ended it. */
  ended_by: number | null
  /** 1 when the notice before its end was sent. */
  is_warned: number
  /** Of the request that created it. */
  request_id: string
}

export interface AccessSecret {
  /** SHA-256 of the token. */
  secret_hash: string
  grant_id: number
  /** A token of a person, or a secret of a connection. */
  kind: 'token' | 'code' | 'access' | 'refresh'
  /** The last four characters. */
  hint: string
  until: number
  /** When a code or a refresh token was used, 0 before. */
  used_time: number
  /** Of a code: the PKCE challenge, and the end of the grant once the code is exchanged. */
  challenge: string
  grant_until: number
  redirect_uri: string
  /** The address that an access token is valid at. */
  resource: string
}

/** A program that can ask users for access. */
export interface OauthClient {
  client_id: string
  /** registered: by itself. document: client_id is the address of its description. given: by an administrator. */
  kind: 'registered' | 'document' | 'given'
  name: string
  /** JSON list. */
  redirect_uris: string
  /** SHA-256, empty for a client without a secret. */
  secret_hash: string
  addtime: number
  last_used_time: number
  is_blocked: number
  /** Of a document: it is fetched again after this time. */
  until: number
}

export interface AccessGrantItem {
  grant_id: number
  item_id: number
}

/** A call by a token (W30). */
export interface TokenCall {
  id: Id
  grant_id: number
  uid: number
  /** `page/save` */
  call: string
  item_id: number
  page_id: number
  /** 0, the number of the error, or -1 until the call has ended. */
  outcome: number
  address: string
  addtime: number
}
