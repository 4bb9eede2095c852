/*
 * What every description of an API comes down to, whatever it was written in. Texts named `description` and `notes` are Markdown, all
 * others are shown exactly as they are.
 */

/** A parameter, a header, or a field of a body; `fields` are those inside of it. */
export interface ApiField {
  /** Its own name, without its parents'; `*` stands for whatever name in a map. */
  name: string
  type: string
  /** Undefined where nothing was said; a text where it stays in its author's words. */
  required?: boolean | string | undefined
  description?: string
  /** What else holds of it, in the language of the page: `1 to 100`, `read only`. */
  notes?: string[]
  default?: string
  example?: string
  enum?: string[]
  deprecated?: boolean
  /** The alternative that it belongs to, where its parent is one of several. */
  only?: string
  /** How many lists stand around `fields`: 1 for a list of objects. */
  lists?: number
  fields?: ApiField[]
}

export interface ApiExample {
  name: string
  text: string
  description?: string
}

/** Fields under a name of their own: one of several forms that a body may have. */
export interface ApiForm {
  name: string
  description?: string
  /** As a type column says it: `array[Pet]`; '' where the fields say enough. */
  type: string
  fields: ApiField[]
}

/** A body in one content type. */
export interface ApiContent extends Omit<ApiForm, 'name'> {
  /** '' when nobody said. */
  contentType: string
  notes?: string[]
  /** The forms that it may have besides `fields`, which all of them share. */
  forms?: ApiForm[]
  examples: ApiExample[]
}

export interface ApiResponse {
  /** `200`, `4XX`, `default`, or what the response is called. */
  status: string
  description?: string
  headers: ApiField[]
  contents: ApiContent[]
  /** Markdown that follows, such as links to other calls. */
  more?: string
}

/** A further section of the page. */
export interface ApiSection {
  title: string
  markdown: string
}

/** One call as a page documents it. */
export interface ApiCall {
  /** '' when there is none. */
  method: string
  url: string
  description?: string
  deprecated?: boolean
  /** How a caller proves who they are, a line of Markdown each. */
  auth?: string[]
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
