import { Outlet } from 'react-router'
import { AppealForm } from '../components/appeal-form.tsx'
import { ReportDialog } from '../components/report-dialog.tsx'

const CARE = { ReportDialog, AppealForm }

/** The frame of pages that show images: it brings them what can be said about one. */
export default function BesideImage() {
  return <Outlet context={CARE} />
}
