import { File, Image } from 'lucide-react'

export const FileIcon = ({ picture }: { picture: boolean }) =>
  picture ? <Image className="i" aria-hidden="true" /> : <File className="i" aria-hidden="true" />
