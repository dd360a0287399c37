import { IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { t } from '../words/words'
import css from './FileDrop.module.css'
import { formatSize } from './format'

interface Props {
  /** What to do: “Drop a file here, or choose one”. */
  title: string
  /** What is taken, told before somebody tries: kinds and the largest size. */
  children?: ReactNode
  /** The kinds that are taken, as MIME types with their endings, as the browser's file dialog wants them. */
  accept: Record<string, string[]>
  /** The largest size of a file, bytes. */
  maxSize?: number
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
  /** Files that are not taken, each with why. */
  onRefused: (refused: { file: File; why: string }[]) => void
}

/** A place to drop files at, or to choose them by a click or by Enter. */
export function FileDrop({ title, children, accept, maxSize, multiple, disabled, onFiles, onRefused }: Props) {
  const why = ({ file, errors }: FileRejection) => {
    const codes = errors.map(({ code }) => code as string)
    if (codes.includes('file-too-large'))
      return t('{size} is too large: at most {most}', { size: formatSize(file.size), most: formatSize(maxSize!) })
    if (codes.includes('file-invalid-type'))
      return t('Files of this kind are not read: take {kinds}', { kinds: Object.values(accept).flat().join(', ') })
    if (codes.includes('too-many-files')) return t('One file at a time')
    return errors.map(({ message }) => message).join(' ')
  }
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    accept,
    maxSize,
    multiple: multiple ?? false,
    disabled,
    noKeyboard: true,
    onDrop: (taken, refused) => {
      if (taken.length > 0) onFiles(taken)
      if (refused.length > 0) onRefused(refused.map(one => ({ file: one.file, why: why(one) })))
    },
  })
  return (
    <div
      // The button inside is what the keyboard reaches; its click opens the dialog here too.
      {...getRootProps({
        className: css.drop,
        'data-over': isDragActive || undefined,
        'data-off': disabled || undefined,
      })}
    >
      <input {...getInputProps({ 'aria-label': title })} />
      <IconUpload size={18} stroke={1.6} aria-hidden />
      <button type="button" disabled={disabled}>
        {title}
      </button>
      {children && <p>{children}</p>}
    </div>
  )
}
