/** Literal text, or the content of an environment variable; `encoded` if it must be percent-encoded when the sample runs. */
export type Piece = string | { env: string; encoded?: true }

/** A text of one or more pieces. */
export type Value = Piece[]

export interface Named {
  name: string
  value: Value
}

export interface FileField {
  name: string
  /** A plain file name; the reader of the sample has this file. */
  file: string
}

export type RequestBody =
  | { kind: 'text'; text: Value }
  | { kind: 'form'; fields: Named[] }
  | { kind: 'multipart'; fields: (Named | FileField)[] }
  | { kind: 'binary'; file: string }

/**
 * A request as the six languages can send it: the address and header values are ASCII, no text has NUL or half of a character, and
 * secrets are variables. request-of.ts makes it from a page.
 */
export interface SampleRequest {
  method: string
  url: Value
  query: Named[]
  headers: Named[]
  body?: RequestBody
}

/** The same without its address, as JSON can hold it: pages carry it, so that a browser can write the samples for another server. */
export interface RequestParts extends Omit<SampleRequest, 'url'> {
  /** The values of the variables of the path. */
  path: Named[]
  /** The environment variables that are taken, each with the name that the page writes. */
  names: [env: string, origin: string][]
}

export interface Sample {
  /** The name that readers see. */
  label: string
  /** The name for highlighting. */
  language: string
  text: string
}
