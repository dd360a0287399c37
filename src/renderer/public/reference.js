// Sets up the API reference at /api/docs. Nothing is asked of any other machine.
window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  // Closed groups: a browser finds them all on the page, and an open list of so many is only drawn where one looks.
  docExpansion: 'none',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
})
