import * as z from 'zod'
import { BODY_BYTES_MAX, VISITOR_BODY_BYTES_MAX } from './limits.ts'

/** Who can make the call. Its handler checks in the first line which objects the caller can access. */
export type Access = 'visitor' | 'user' | 'admin'

interface CallOptions {
  /** Largest body in bytes. Default: VISITOR_BODY_BYTES_MAX for visitors, BODY_BYTES_MAX for users. */
  body?: number
  /** The call takes multipart files: archives to import, or uploads with their own limit. They are streamed to disk, never held in memory. */
  files?: 'import' | 'upload'
  /** The call can take long. It is cancelled when the client disconnects. */
  long?: true
  /** A write that a plain link (GET) of this site can also make: signing out. */
  byLink?: true
  /** The text field is URL-encoded a second time when the flag is set. It is decoded where the body is read (S55). */
  encoded?: { text: string; flag: string }
  /** Any website or program can make the call, by any method: cookies are ignored, the query string takes precedence over the body (S97). */
  open?: true
}

export interface Call<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType, A extends Access = Access>
  extends CallOptions {
  /** A read accepts GET and POST, a write POST only (W2). */
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

/** The maximum size in bytes of all fields of a call together. */
export const bodyMaxOf = ({ access, body }: Pick<Call, 'access' | 'body'>) =>
  body ?? (access === 'visitor' ? VISITOR_BODY_BYTES_MAX : BODY_BYTES_MAX)
