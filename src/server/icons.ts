/** assets/icon.svg without its gradient, small enough to travel with every answer that names the server. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="112" fill="#16324f"/><path d="M52 256C120 152 190 112 256 112S392 152 460 256C392 360 322 400 256 400S120 360 52 256Z" fill="#f4f8fb"/><circle cx="256" cy="256" r="112" fill="#0f9d8a"/><path d="M186 202h140" stroke="#f9c74f" stroke-width="14" stroke-linecap="round"/><path d="M211 276v38M256 250v64M301 226v88" stroke="#f4f8fb" stroke-width="30"/></svg>';

/** What a host shows beside the server's name. A data address, since a server on stdio serves no files. */
export const icons = [{ src: `data:image/svg+xml;base64,${btoa(svg)}`, mimeType: 'image/svg+xml', sizes: ['any'] }];
