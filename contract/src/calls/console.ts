import * as z from 'zod'
import { read, write } from '../call.ts'
import { digits, flag, flagOrNone, id, idOr0, json, name, nothing, requestId, text } from '../fields.ts'
import { BASE_URL_CHARS_MAX, NAME_MAX, SEND_BYTES_MAX, VARIABLE_CHARS_MAX } from '../limits.ts'

/*
 * "Try it": readers send a request of a documented operation from their browser, or by this server where the operator and a manager
 * allow it. Environments are those of API clients, with a base address. No answer has the value of a variable whose name sounds like a secret.
 */

const Variable = z.object({ name: z.string(), value: z.string(), is_secret: z.boolean() })

const Environment = z.object({
  env_id: digits,
  env_name: z.string(),
  /** `https://api.example.com/v2`, without a slash at its end; "" if it cannot be used by the console. */
  base_url: z.string(),
  /** Readers can use it. */
  is_shown: z.boolean(),
  /** A manager lets this server send the requests. */
  by_server: z.boolean(),
  variables: z.array(Variable),
})

/** A field of a request or an answer. `fields` are its children; `lists` is the number of nested arrays around them. */
const Field = z.object({
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  /** The first line of its description, of parameters only. */
  about: z.string(),
  /** Its example, otherwise its default value; "" without. */
  example: z.string(),
  /** The values that it can have; empty for any. */
  values: z.array(z.string()),
  /** It belongs to one of several alternatives. */
  is_alternative: z.boolean(),
  lists: z.number(),
  get fields() {
    return z.array(Field)
  },
})
export type ConsoleField = z.output<typeof Field>

const Content = z.object({
  /** "" if the description names none. */
  content_type: z.string(),
  type: z.string(),
  fields: z.array(Field),
  example: z.string(),
})
export type ConsoleContent = z.output<typeof Content>

const ConsoleCall = z.object({
  page_id: digits,
  method: z.string(),
  /** `/orders/{id}`, below the base address. */
  path: z.string(),
  /** `kind`: `bearer`, `basic`, `header`, `query` or `cookie`, the last three with the name of the key. */
  schemes: z.array(z.object({ kind: z.string(), key: z.string() })),
  in_path: z.array(Field),
  in_query: z.array(Field),
  in_headers: z.array(Field),
  in_cookies: z.array(Field),
  bodies: z.array(Content),
  /** `status`: `200`, `4XX`, or another text for all other statuses. */
  responses: z.array(z.object({ status: z.string(), contents: z.array(Content) })),
  /** The operation has more fields than the console compares. */
  is_cut: z.boolean(),
  /** The reader can edit the text of the page, and add an example to it. */
  editable: z.boolean(),
})
export type ConsoleCall = z.output<typeof ConsoleCall>

const Address = z.object({
  source_id: digits,
  title: z.string(),
  base_url: z.string(),
  about: z.string(),
})

const VARIABLES_SENT_MAX = 100
const SentVariable = z.object({ name: z.string().max(NAME_MAX), value: z.string().max(VARIABLE_CHARS_MAX) })

const PAIRS_MAX = 200
const PAIR_NAME_CHARS_MAX = 500
const PAIR_VALUE_CHARS_MAX = 16_000
const pairs = json(
  z.array(z.object({ name: z.string().max(PAIR_NAME_CHARS_MAX), value: z.string().max(PAIR_VALUE_CHARS_MAX) })).max(PAIRS_MAX),
)

/** Characters of base64, with room for a body that is a little too large, so that the refusal can name the reason. */
const SENT_CHARS_MAX = Math.ceil((SEND_BYTES_MAX * 4) / 3) + 64
/** A form encodes some characters of base64 as three. */
const SENT_FORM_BYTES_MAX = 3 * 1024 * 1024
const PATH_CHARS_MAX = 4000

const Sent = z.object({
  status: z.number(),
  /** Without cookies and policies; the location of a redirect, which is not followed, has only its host. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  ms: z.number(),
  /** Base64. */
  body: z.string(),
  /** The answer is longer than the body. */
  cut: z.boolean(),
})

export const console = {
  /** Managers of the item see all; readers see those that are shown and have a base address. */
  environments: read('visitor', { item_id: id }, z.array(Environment)),
  /** What the console needs of the operation that a page shows. */
  call: read('visitor', { page_id: id }, ConsoleCall),
  /** With an env_id the environment is changed. `variables` replace those it has; secrets keep the value that they have. */
  saveEnvironment: write(
    'user',
    {
      item_id: id,
      env_id: idOr0,
      env_name: name(),
      base_url: text(BASE_URL_CHARS_MAX),
      is_shown: flag,
      /** Absent keeps what is stored. */
      by_server: flagOrNone,
      variables: json(z.array(SentVariable).max(VARIABLES_SENT_MAX)),
      request_id: requestId,
    },
    z.object({ env_id: digits }),
  ),
  deleteEnvironment: write('user', { item_id: id, env_id: id }, nothing),
  /** The servers that the sources of the item name and that can be an environment. */
  addresses: read('user', { item_id: id }, z.array(Address)),
  /** This server sends one request for a reader (T13). The method is that of the operation. */
  send: write(
    'user',
    {
      page_id: id,
      env_id: id,
      path: text(PATH_CHARS_MAX),
      query: pairs,
      headers: pairs,
      body: text(SENT_CHARS_MAX),
      type: text(PAIR_NAME_CHARS_MAX),
    },
    Sent,
    { body: SENT_FORM_BYTES_MAX, long: true },
  ),
}
