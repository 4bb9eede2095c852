import { copyText } from '../lib/copy.ts'
import { toast } from '../ui/toast.tsx'

/** Copies the absolute address of a file, even when the server returned a relative one. */
export async function copyLink(url: string, messages: { linkCopied: string; notCopied: string }) {
  if (await copyText(new URL(url, location.href).href)) toast(messages.linkCopied)
  else toast(messages.notCopied, 'bad')
}
