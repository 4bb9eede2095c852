import { useQuery } from '@tanstack/react-query'
import { attachmentWords } from '../../attachment/attachment.words.ts'
import { ALL, type OwnFile, PICTURES } from '../../attachment/file.ts'
import { Library } from '../../attachment/library.tsx'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.tsx'
import type { PanelProps } from '../session.ts'
import { insertFile } from '../upload/page-files.ts'

/** The user's own files, to attach to or insert into this page. */
export function EditorLibrary({ session, onClose, kind = ALL }: PanelProps & { kind?: string }) {
  const t = useWords(attachmentWords)
  const { page_id, files } = session
  const here = useQuery({ ...read(api.page.uploadList, { page_id }), enabled: page_id !== '0' })
  const isHere = ({ file_id }: OwnFile) => here.data?.some((file) => file.file_id === file_id) ?? false
  const failed = (error: Error) => toast(error.message, 'bad')
  const attach = (file: OwnFile) => files.bind(file.file_id).then(() => toast(t.attached(file.display_name)), failed)
  const insert = (file: OwnFile) => {
    onClose()
    insertFile(session, file)
    if (!isHere(file)) void files.bind(file.file_id).catch(failed)
  }
  return <Library kind={kind} isHere={isHere} onAttach={page_id === '0' ? undefined : attach} onInsert={insert} onClose={onClose} />
}

export const EditorPictures = (props: PanelProps) => <EditorLibrary {...props} kind={PICTURES} />
