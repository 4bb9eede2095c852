import type { ApiState } from '@sheaf/markdown/api-page'
import type { Note } from './note.ts'

/*
 * The common model of an API call for all source formats. Texts named `description` and `notes` are Markdown; all others are shown
 * literally.
 */

/** A parameter, a header, or a field of a body; `fields` are its child fields. */
export interface ApiField {
  /** Its name without the names of its parents; `*` for any key of a map. */
  name: string
  type: string
  /** Undefined if not specified; a text is shown as the author wrote it. */
  required?: boolean | string | undefined
  description?: string
  /** In place of a description: plain text, in which only code spans and line breaks have a meaning. */
  remark?: string
  /** Further constraints: `1 to 100`, `read only`. */
  notes?: Note[]
  default?: string
  example?: string
  enum?: string[]
  deprecated?: boolean
  /** The alternative that the field is limited to, if its parent has several alternatives. */
  only?: string
  /** Number of nested arrays around `fields`: 1 for an array of objects. */
  lists?: number
  /** The named schema whose page has the words of people in `description`. */
  wordsOf?: string
  fields?: ApiField[]
}

export interface ApiExample {
  name: string
  text: string
  description?: string
}

/** A named alternative of a body. */
export interface ApiForm {
  name: string
  description?: string
  /** As in the type column: `array[Pet]`; '' if the fields are sufficient. */
  type: string
  fields: ApiField[]
}

/** A body in one content type. */
export interface ApiContent extends Omit<ApiForm, 'name'> {
  /** '' if not specified. */
  contentType: string
  notes?: Note[]
  /** Alternatives of the body; all of them share `fields`. */
  forms?: ApiForm[]
  examples: ApiExample[]
}

export interface ApiResponse {
  /** `200`, `4XX`, `default`, or the name of the response. */
  status: string
  /** What the response is, if there is no status: a success or a failure. */
  kind?: 'success' | 'failure'
  description?: string
  headers: ApiField[]
  contents: ApiContent[]
  /** Markdown that follows, such as links to other calls. */
  more?: string
}

/** How a call authenticates: a scheme of its Authorization header, or a key with the name `key`. */
export interface ApiScheme {
  kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie'
  /** '' for `bearer` and `basic`. */
  key: string
  /** It is one of the first alternative, which code samples show. */
  isFirst?: true
}

/** A place that a call can be sent to: a server of a description, or an environment of an item. */
export interface ApiServer {
  /** With variables such as `{region}`. */
  url: string
  /** '' if it has no name. */
  title: string
  variables: { name: string; preset: string; values: string[]; about: string }[]
  /** Of an environment. */
  env_id?: string
}

/** An additional section of the page. */
export interface ApiSection {
  title: string
  /** Of its heading; by default `section-` and its number. */
  anchor?: string
  markdown: string
  contents?: ApiContent[]
}

/** An API call as documented on a page. */
export interface ApiCall {
  /** '' if there is none. */
  method: string
  url: string
  /** Several servers, or one with variables; `url` begins with the first. */
  servers?: ApiServer[]
  /** The servers are those of this call, not of the whole API. */
  hasOwnServers?: boolean
  /** The API sends this request: a webhook or a callback. */
  isReceived?: true
  /** What follows the server in `url`, for screens. */
  route?: string
  description?: string
  deprecated?: boolean
  /** How far its authors are with it. */
  state?: ApiState
  /** The scheme of its Authorization header, for code samples. */
  scheme?: 'Bearer' | 'Basic'
  /** Authentication schemes, each one line of Markdown. */
  auth?: string[]
  /** The same for programs: each scheme once. */
  security?: ApiScheme[]
  path?: ApiField[]
  query?: ApiField[]
  headers?: ApiField[]
  cookies?: ApiField[]
  /** Markdown above the bodies. */
  bodyDescription?: string
  bodies?: ApiContent[]
  responses?: ApiResponse[]
  sections?: ApiSection[]
}
