/** One parameter, header or field of an answer, with the values API clients write in whatever form. */
export interface Field {
  name: string
  type: string
  /** Undefined where nothing was said. */
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
  /** Technical terms, the same in every language: a media type, a scheme. */
  terms: string[]
  fields: Field[]
  examples: Example[]
}

export const states = ['developing', 'testing', 'finished', 'changing', 'abandoned'] as const
export type ApiState = (typeof states)[number]

/** A page that an API client made, as far as it documents something. */
export interface ApiPage {
  method: string
  url: string
  state: ApiState | undefined
  description: string
  parts: Part[]
  remark: string
}
