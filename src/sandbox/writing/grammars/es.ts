import type { Grammar } from '../grammar.ts';

export const es: Grammar = {
  openers: [
    'En la práctica,', 'Para principiantes,', 'Después del primer mes,', 'En la mayoría de los hogares,', 'Con poco presupuesto,', 'Con algo de rutina,', 'Según la experiencia,',
    'En los equipos grandes,', 'Antes de la primera compra,', 'Durante una semana intensa,', 'En el segundo intento,', 'Cuando falta tiempo,', 'Al hablar de {t},', 'A largo plazo,',
  ],
  predicates: [
    ['decide', 'cuánto tiempo queda para todo lo demás'], ['necesita', 'una persona responsable desde el primer día'], ['ahorra', 'más dinero que cualquier descuento'],
    ['muestra', 'en dos semanas si el plan se sostiene'], ['resulta', 'más fácil cuando las primeras notas están sobre el papel'], ['merece', 'una fecha fija en el calendario'],
    ['marca', 'la diferencia entre un arreglo rápido y un resultado duradero'], ['dice', 'más que cualquier anuncio'],
    ['depende', 'de pocas condiciones, y casi todas se pueden comprobar antes'], ['funciona', 'mejor en pasos pequeños, con una breve revisión después de cada uno'],
    ['fracasa', 'solo cuando nadie anota los pasos acordados'], ['da', 'a todas las personas la misma imagen del objetivo'],
    ['cuesta', 'poco al principio y mucho cuando ya es tarde'], ['sigue', 'siendo un punto que muchas guías olvidan'],
    ['lleva', 'a mejores preguntas en cada conversación con los proveedores'], ['protege', 'de las decisiones tomadas con prisa'],
    ['exige', 'cifras honestas en lugar de cálculos vagos'], ['gana', 'en claridad cuando dos personas lo revisan por separado'],
    ['se convierte', 'en costumbre después de tres o cuatro rondas'], ['requiere', 'unos {m} minutos si todos los documentos están a mano'],
  ],
  inverts: false,
  introductions: [
    'Al hablar de {t}, todo parece sencillo hasta que llega la primera decisión de verdad.', 'Esta guía explica qué importa, cuánto cuesta y dónde pierden el tiempo los demás.',
    'Cada apartado responde a una pregunta y termina con algo que se puede hacer hoy mismo.', 'No hacen falta conocimientos previos, solo unos {m} minutos y una hoja de papel.',
  ],
  leads: [
    '«{h}» es la pregunta que los lectores plantean con más frecuencia.', 'Para «{h}» hay una respuesta corta y otra más larga que evita problemas.',
    'Detrás de «{h}» hay una elección que conviene hacer con calma.', 'Vale la pena ir más despacio con «{h}», porque los pasos siguientes dependen de ello.',
    'Dos cosas cuentan para «{h}»: un objetivo claro y una mirada honesta a la situación actual.',
  ],
  examples: [
    'Una familia de cuatro personas reserva {m} euros y un sábado para {t}, anota {n} deseos y tacha la mitad antes de comprar nada.',
    'Un pequeño taller prueba dos opciones durante {n} semanas, apunta cada problema y se queda con la que generó menos preguntas.',
    'Un club con {m} socios nombra a una persona responsable de {t} y revisa el resultado cada trimestre.',
  ],
  conclusions: [
    'Los buenos resultados con {t} nacen de pocas decisiones claras, tomadas pronto y por escrito.', 'Empiece por el paso que exige menos esfuerzo y compruebe el efecto después de {n} semanas.',
    'Con la lista a mano, el proceso se puede repetir en cualquier momento.',
  ],
  faq: 'Preguntas frecuentes sobre {t}',
  checklist: 'Lista de comprobación para {t}',
  overview: '{T} de un vistazo',
  example: 'Un ejemplo de la práctica',
  conclusion: 'Conclusión: el siguiente paso con {t}',
  table: ['Aspecto', 'Qué hacer', 'Tiempo necesario'],
  titles: ['{T}: la guía completa', '{T}: cómo hacerlo bien', '{T}: qué importa y cuánto cuesta'],
  descriptions: ['{T} paso a paso: costes, elección, errores frecuentes y una lista de comprobación.', 'Lo que importa con {t}: criterios claros, ejemplos reales y respuestas a las dudas frecuentes.'],
  facets: [
    {
      heading: 'Lo esencial sobre {t}', aspects: ['la idea básica', 'una definición común', 'el punto de partida'],
      facts: ['En el fondo, con {t} se trata de resolver un problema recurrente con un esfuerzo razonable.', 'Tres preguntas aclaran casi todo: quién lo usa, con qué frecuencia y durante cuánto tiempo.', 'Solo después interesan las marcas, los modelos y los precios.'],
      tips: ['Describir el objetivo en una frase', 'Anotar quién participa', 'Reunir las preguntas abiertas'],
      question: '¿Quién saca más provecho con {t}?', answer: 'A quien se encuentra con el mismo problema al menos {n} veces al año y quiere dejar de improvisar.',
    },
    {
      heading: 'Cómo elegir bien para {t}', aspects: ['la lista corta', 'una comparación directa', 'el criterio principal'],
      facts: ['Una buena elección empieza por los criterios y no por las ofertas.', 'Tres candidatos bastan; con más, la comparación para {t} cansa y no gana precisión.', 'Dé un peso a cada criterio antes de mirar el primer precio.'],
      tips: ['Fijar cinco criterios y ordenarlos', 'Comparar tres ofertas como máximo', 'Pedir una muestra o un periodo de prueba'],
      question: '¿Cómo se elige bien para {t}?', answer: 'Ordene los criterios, compare tres ofertas y descarte la que no cumpla el criterio principal.',
    },
    {
      heading: 'Qué presupuesto hace falta para {t}', aspects: ['el coste total', 'un presupuesto escrito', 'el precio del mantenimiento'],
      facts: ['El precio de compra es solo la parte visible del gasto en {t}.', 'En {n} años, el mantenimiento y los recambios suelen añadir un {m} por ciento a la primera factura.', 'Una tabla sencilla con gastos únicos y periódicos permite comparar las ofertas.'],
      tips: ['Separar los gastos únicos de los periódicos', 'Prever una reserva del diez por ciento', 'Revisar las condiciones de cancelación'],
      question: '¿Cuánto hay que calcular para {t}?', answer: 'Depende del alcance: calcule la compra, el mantenimiento y una reserva del diez por ciento.',
    },
    {
      heading: 'Planificar {t} paso a paso', aspects: ['el calendario', 'un plazo realista', 'el orden de los pasos'],
      facts: ['Planificar {t} lleva una tarde y ahorra varios fines de semana.', 'Empiece por la fecha final y calcule hacia atrás, para que cada paso tenga su propio plazo.', 'Deje libre un {m} por ciento del tiempo, porque siempre hay algo que tarda más.'],
      tips: ['Apuntar primero la fecha final', 'Dividir el trabajo en pasos de una hora', 'Acordar quién sustituye a quién'],
      question: '¿Cuánto se tarda en planificar {t}?', answer: 'Por lo general, una tarde para el plan y {n} semanas para ponerlo en marcha.',
    },
    {
      heading: 'Cómo reconocer la calidad en {t}', aspects: ['el acabado', 'una prueba independiente', 'el control de calidad'],
      facts: ['En {t}, la calidad se nota en detalles que ninguna foto enseña.', 'Busque materiales con nombre, una garantía clara y recambios que sigan disponibles dentro de {n} años.', 'Un informe solo cuenta si dice quién hizo la prueba y cómo.'],
      tips: ['Leer la garantía antes que las opiniones', 'Probar primero la pieza más débil', 'Preguntar cuánto tiempo hay recambios'],
      question: '¿Cómo se reconoce la buena calidad en {t}?', answer: 'Materiales con nombre, una garantía por escrito y recambios disponibles son señales fiables.',
    },
    {
      heading: 'Errores frecuentes con {t}', aspects: ['la segunda opinión', 'un registro breve', 'el tamaño adecuado'],
      facts: ['Los errores más caros con {t} ocurren antes de comprar nada.', 'Mucha gente copia una solución ajena y lo nota solo después de {n} semanas.', 'Una segunda opinión no cuesta nada y descubre la mayoría de estos errores.'],
      tips: ['Consultar cada decisión grande con la almohada', 'Medir dos veces antes de pedir', 'Escribir los motivos de la decisión'],
      question: '¿Qué error sale más caro con {t}?', answer: 'Comprar antes de conocer la necesidad, porque entonces llega una segunda compra en menos de un año.',
    },
    {
      heading: 'El cuidado de {t}', aspects: ['el cuidado regular', 'una inspección breve', 'el lugar adecuado'],
      facts: ['Un cuidado regular con {t} añade años de uso.', 'Una inspección de {m} minutos cada tres meses basta en la mayoría de los casos.', 'Guarde las instrucciones, la factura y las herramientas en el mismo sitio.'],
      tips: ['Fijar una fecha para la inspección', 'Limpiar antes de guardar', 'Cambiar a tiempo las piezas gastadas'],
      question: '¿Con qué frecuencia hay que cuidar {t}?', answer: 'Bastan una inspección breve cada tres meses y otra completa al año.',
    },
    {
      heading: 'Medir los resultados de {t}', aspects: ['la primera medición', 'una cifra sencilla', 'la revisión mensual'],
      facts: ['Sin una cifra inicial, nadie puede decir más tarde si el esfuerzo con {t} ha merecido la pena.', 'Elija una cifra que se pueda leer en menos de un minuto.', 'Después de {n} semanas se ve una tendencia, y los casos aislados dejan de pesar.'],
      tips: ['Registrar la situación inicial', 'Elegir una cifra y mantenerla', 'Revisar el resultado cada mes'],
      question: '¿Cuándo se ven resultados con {t}?', answer: 'La primera tendencia suele verse después de {n} semanas, si se registró la situación inicial.',
    },
  ],
};
