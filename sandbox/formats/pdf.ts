import { Buffer } from 'node:buffer';

/** A PDF of one page with these lines of ASCII (ISO 32000-1, sections 7.5 and 9.4). */
export function pdf(lines: readonly string[]): Buffer {
  const text = lines
    .map((line) => `(${line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, '\\$&')}) Tj T*`)
    .join('\n');
  const content = `BT /F1 11 Tf 14 TL 56 786 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const offset = file.length;
    file += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
