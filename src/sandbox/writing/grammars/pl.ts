import type { Grammar } from '../grammar.ts';

export const pl: Grammar = {
  openers: [
    'W praktyce', 'Na początku', 'Po pierwszym miesiącu', 'W wielu domach', 'Przy małym budżecie', 'Przy odrobinie wprawy', 'Z doświadczenia wynika, że',
    'W większych zespołach', 'Przed pierwszym zakupem', 'W pracowitym tygodniu', 'Przy drugiej próbie', 'Pod presją czasu', 'W temacie „{t}”', 'Na dłuższą metę',
  ],
  predicates: [
    ['decyduje', 'o tym, ile czasu zostaje na wszystko inne'], ['wymaga', 'jednej osoby odpowiedzialnej od pierwszego dnia'], ['oszczędza', 'więcej pieniędzy niż każda zniżka'],
    ['pokazuje', 'w ciągu dwóch tygodni, czy plan działa'], ['staje się', 'łatwiejszym zadaniem, gdy pierwsze notatki są już na papierze'], ['zasługuje', 'na stały termin w kalendarzu'],
    ['stanowi', 'różnicę między szybką naprawą a trwałym wynikiem'], ['mówi', 'więcej niż każda reklama'],
    ['zależy', 'od kilku warunków, a większość z nich można sprawdzić z góry'], ['działa', 'najlepiej małymi krokami, z krótką kontrolą po każdym z nich'],
    ['zawodzi', 'tylko wtedy, gdy nikt nie zapisuje ustalonych kroków'], ['daje', 'wszystkim ten sam obraz celu'],
    ['kosztuje', 'mało na początku i dużo, gdy jest już za późno'], ['pozostaje', 'punktem, o którym wiele poradników milczy'],
    ['prowadzi', 'do lepszych pytań w każdej rozmowie z dostawcami'], ['chroni', 'przed decyzjami podejmowanymi w pośpiechu'],
    ['potrzebuje', 'uczciwych liczb zamiast zgrubnych szacunków'], ['zyskuje', 'na jasności, gdy dwie osoby patrzą na to niezależnie'],
    ['zmienia się', 'w nawyk po trzech lub czterech próbach'], ['zajmuje', 'około {m} minut, gdy wszystkie dokumenty są pod ręką'],
  ],
  inverts: false,
  introductions: [
    'Temat „{t}” wydaje się prosty aż do pierwszej prawdziwej decyzji.', 'Ten poradnik wyjaśnia, co jest ważne, ile to kosztuje i gdzie inni tracą czas.',
    'Każda część odpowiada na jedno pytanie i kończy się czymś, co można zrobić jeszcze dziś.', 'Nie trzeba żadnej wiedzy, wystarczy {m} minut i kartka papieru.',
  ],
  leads: [
    '„{h}” to pytanie, które czytelnicy zadają najczęściej.', 'Na „{h}” jest krótka odpowiedź i dłuższa, która oszczędza późniejszych kłopotów.',
    'Za hasłem „{h}” kryje się wybór, którego warto dokonać świadomie.', 'Przy haśle „{h}” warto zwolnić, bo opierają się na nim dalsze kroki.',
    'Dla „{h}” liczą się dwie rzeczy: jasny cel i uczciwe spojrzenie na obecny stan.',
  ],
  examples: [
    'Czteroosobowa rodzina przeznacza na „{t}” {m} euro i jedną sobotę, zapisuje {n} życzeń i skreśla połowę przed zakupem.',
    'Mały warsztat sprawdza dwa rozwiązania przez {n} tygodni, zapisuje każdy problem i wybiera to, które budzi mniej pytań.',
    'Klub, który liczy {m} osób, wyznacza jedną z nich do tematu „{t}” i omawia wynik co kwartał.',
  ],
  conclusions: [
    'Dobre wyniki w temacie „{t}” biorą się z kilku jasnych decyzji, podjętych wcześnie i zapisanych.', 'Warto zacząć od kroku, który wymaga najmniej wysiłku, i sprawdzić efekt po {n} tygodniach.',
    'Z listą pod ręką można powtórzyć cały proces w każdej chwili.',
  ],
  faq: 'Częste pytania na temat „{t}”',
  checklist: 'Lista kontrolna: {t}',
  overview: '{T} w skrócie',
  example: 'Przykład z praktyki',
  conclusion: 'Podsumowanie: następny krok w temacie „{t}”',
  table: ['Aspekt', 'Co zrobić', 'Potrzebny czas'],
  titles: ['{T}: kompletny poradnik', '{T}: jak zrobić to dobrze', '{T}: co jest ważne i ile kosztuje'],
  descriptions: ['{T} krok po kroku: koszty, wybór, częste błędy i lista kontrolna.', 'Co jest ważne w temacie „{t}”: jasne kryteria, przykłady i odpowiedzi na częste pytania.'],
  facets: [
    {
      heading: 'O co chodzi w temacie „{t}”', aspects: ['podstawowa idea', 'wspólna definicja', 'punkt wyjścia'],
      facts: ['W gruncie rzeczy „{t}” rozwiązuje powtarzający się problem rozsądnym nakładem sił.', 'Trzy pytania wyjaśniają prawie wszystko: kto z tego korzysta, jak często i jak długo?', 'Dopiero potem interesujące są marki, modele i ceny.'],
      tips: ['Opisać cel jednym zdaniem', 'Zapisać, kto bierze udział', 'Zebrać otwarte pytania'],
      question: 'Kto najbardziej skorzysta na „{t}”?', answer: 'Każdy, kto co najmniej {n} razy w roku ma ten sam problem i nie chce dłużej improwizować.',
    },
    {
      heading: 'Jak dobrze wybrać: {t}', aspects: ['krótka lista', 'bezpośrednie porównanie', 'najważniejsze kryterium'],
      facts: ['Dobry wybór zaczyna się od kryteriów, a nie od ofert.', 'Trzech kandydatów wystarczy; przy większej liczbie porównanie w temacie „{t}” męczy i nie jest dokładniejsze.', 'Każde kryterium powinno mieć wagę, zanim pojawi się pierwsza cena.'],
      tips: ['Ustalić i uporządkować pięć kryteriów', 'Porównać najwyżej trzy oferty', 'Poprosić o próbkę lub okres próbny'],
      question: 'Jak dokonać dobrego wyboru w temacie „{t}”?', answer: 'Najpierw uporządkować kryteria, potem porównać trzy oferty i odrzucić tę, która nie spełnia najważniejszego.',
    },
    {
      heading: 'Ile kosztuje „{t}”', aspects: ['całkowity koszt', 'pisemny budżet', 'cena utrzymania'],
      facts: ['Cena zakupu to tylko widoczna część tego, ile kosztuje „{t}”.', 'W ciągu {n} lat utrzymanie i wymiana dodają często {m} procent do pierwszego rachunku.', 'Prosta tabela z kosztami jednorazowymi i stałymi pozwala porównać oferty.'],
      tips: ['Oddzielić koszty jednorazowe od stałych', 'Zaplanować dziesięć procent rezerwy', 'Sprawdzić warunki rezygnacji'],
      question: 'Jaki budżet jest potrzebny na „{t}”?', answer: 'To zależy od zakresu: trzeba zaplanować zakup, utrzymanie i dziesięć procent rezerwy.',
    },
    {
      heading: 'Planowanie krok po kroku: {t}', aspects: ['harmonogram', 'realistyczny termin', 'kolejność kroków'],
      facts: ['Planowanie tematu „{t}” zajmuje jedno popołudnie i oszczędza kilka weekendów.', 'Najlepiej zacząć od daty końcowej i liczyć wstecz, aby każdy krok miał własny termin.', 'Warto zostawić {m} procent czasu wolne, bo zawsze coś trwa dłużej.'],
      tips: ['Najpierw wpisać datę końcową', 'Podzielić pracę na kroki po jednej godzinie', 'Ustalić, kto kogo zastępuje'],
      question: 'Jak długo trwa planowanie tematu „{t}”?', answer: 'Zwykle wystarczy jedno popołudnie na plan i {n} tygodni na jego realizację.',
    },
    {
      heading: 'Jak rozpoznać jakość: {t}', aspects: ['wykonanie', 'niezależny test', 'kontrola jakości'],
      facts: ['W temacie „{t}” jakość widać w szczegółach, których nie pokazuje żadne zdjęcie.', 'Liczą się nazwane materiały, jasna gwarancja i części, które można zamówić także po {n} latach.', 'Raport z testu ma znaczenie tylko wtedy, gdy mówi, kto i jak sprawdzał.'],
      tips: ['Przeczytać gwarancję przed opiniami', 'Najpierw sprawdzić najsłabszą część', 'Zapytać o dostępność części'],
      question: 'Po czym poznać dobrą jakość w temacie „{t}”?', answer: 'Nazwane materiały, pisemna gwarancja i dostępne części to wiarygodne znaki.',
    },
    {
      heading: 'Typowe błędy w temacie „{t}”', aspects: ['druga opinia', 'krótki zapis', 'właściwy rozmiar'],
      facts: ['Najdroższe błędy w temacie „{t}” zdarzają się jeszcze przed zakupem.', 'Wiele osób kopiuje cudze rozwiązanie i zauważa to dopiero po {n} tygodniach.', 'Druga opinia nic nie kosztuje i ujawnia większość tych błędów.'],
      tips: ['Przespać się z każdą większą decyzją', 'Zmierzyć dwa razy przed zamówieniem', 'Zapisać powody decyzji'],
      question: 'Który błąd w temacie „{t}” kosztuje najwięcej?', answer: 'Zakup przed poznaniem potrzeb, bo wtedy w ciągu roku następuje drugi.',
    },
    {
      heading: 'Jak dbać na co dzień: {t}', aspects: ['regularna pielęgnacja', 'krótki przegląd', 'właściwe miejsce'],
      facts: ['Przy regularnej pielęgnacji „{t}” służy o wiele lat dłużej.', 'Przegląd, który trwa {m} minut, co trzy miesiące w większości przypadków wystarczy.', 'Instrukcja, rachunek i narzędzia powinny leżeć w jednym miejscu.'],
      tips: ['Ustalić termin przeglądu', 'Wyczyścić przed schowaniem', 'Wymienić na czas zużyte części'],
      question: 'Jak często trzeba dbać o „{t}”?', answer: 'Wystarczy krótki przegląd co trzy miesiące i jeden dokładny w roku.',
    },
    {
      heading: 'Jak mierzyć wyniki w temacie „{t}”', aspects: ['pierwszy pomiar', 'prosta liczba', 'miesięczny przegląd wyników'],
      facts: ['Bez liczby z początku nikt nie powie później, czy „{t}” ma sens.', 'Warto wybrać jedną liczbę, którą można odczytać w mniej niż minutę.', 'Po {n} tygodniach widać kierunek, a pojedyncze odchylenia przestają się liczyć.'],
      tips: ['Zapisać stan początkowy', 'Wybrać jedną liczbę i przy niej zostać', 'Sprawdzać wynik co miesiąc'],
      question: 'Kiedy „{t}” przynosi efekty?', answer: 'Pierwszy kierunek widać zwykle po {n} tygodniach, o ile zapisano stan początkowy.',
    },
  ],
};
