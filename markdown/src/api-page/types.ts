/** A parameter, a header, or a field of a response. API clients write the values in various types. */
export interface Field {
  name: string
  type: string
  /** Undefined if not specified. */
  required: boolean | undefined
  value: string
  remark: string
}

export type PartKind =
  | 'auth'
  | 'protocols'
  | 'path'
  | 'headers'
  | 'query'
  | 'cookies'
  | 'body'
  | 'templates'
  | 'response'
  | 'failure'
  | 'messages'

export interface Example {
  name: string
  text: string
}

/** A section of the documentation. */
export interface Part {
  kind: PartKind
  /** Technical terms that are the same in every language: a media type, a scheme. */
  terms: string[]
  fields: Field[]
  examples: Example[]
}

export const states = ['developing', 'testing', 'finished', 'changing', 'abandoned'] as const
export type ApiState = (typeof states)[number]

/** The documented parts of a page made by an API client. */
export interface ApiPage {
  method: string
  url: string
  state: ApiState | undefined
  description: string
  parts: Part[]
  remark: string
}
