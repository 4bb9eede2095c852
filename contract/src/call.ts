import * as z from 'zod'
import { BODY_BYTES_MAX, VISITOR_BODY_BYTES_MAX } from './limits.ts'

/** Who may make the call at all. What they may touch is decided in the first line of its handler. */
export type Access = 'visitor' | 'user' | 'admin'

interface CallOptions {
  /** Largest body in bytes; VISITOR_BODY_BYTES_MAX for visitors and BODY_BYTES_MAX for users when not given. */
  body?: number
  /** Multipart files are expected, streamed to disk and never held in memory: archives to import, or single uploads with their own limit. */
  files?: 'import' | 'upload'
  /** May take long: it ends when whoever asked has gone away. */
  long?: true
  /** A write that a plain link of our own pages may do as well: logging out. */
  byLink?: true
  /** A text that is URL-encoded once more when the flag is set. It is decoded where the body is read (S55). */
  encoded?: { text: string; flag: string }
  /** Anybody's page or program may make it, by any method: no cookie counts, what is in the address comes before the body (S97). */
  open?: true
}

export interface Call<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType, A extends Access = Access>
  extends CallOptions {
  /** A read answers GET and POST alike, a write POST only (W2). */
  kind: 'read' | 'write'
  access: A
  input: In
  output: Out
}

export type Group = Record<string, Call>

const declare =
  (kind: Call['kind']) =>
  <A extends Access, S extends z.ZodRawShape, Out extends z.ZodType>(
    access: A,
    fields: S,
    output: Out,
    more: CallOptions = {},
  ): Call<z.ZodObject<S>, Out, A> => ({ kind, access, input: z.object(fields), output, ...more })

export const read = declare('read')
export const write = declare('write')

/** The most bytes that the fields of a call may have together. */
export const bodyMaxOf = ({ access, body }: Pick<Call, 'access' | 'body'>) =>
  body ?? (access === 'visitor' ? VISITOR_BODY_BYTES_MAX : BODY_BYTES_MAX)
