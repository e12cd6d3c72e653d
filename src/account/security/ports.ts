/** Draws a text as a QR code (SVG). */
export type CodeDrawer = { svg(text: string): Promise<string> }
