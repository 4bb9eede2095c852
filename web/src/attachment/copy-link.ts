import { copyText } from '../lib/copy.ts'
import { toast } from '../ui/toast.tsx'

/** The whole address, whatever form the server gave it in. */
export async function copyLink(url: string, told: { linkCopied: string; notCopied: string }) {
  if (await copyText(new URL(url, location.href).href)) toast(told.linkCopied)
  else toast(told.notCopied, 'bad')
}
